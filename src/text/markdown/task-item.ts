export type ListItem = {
  /** The line that it starts in, from 1. */
  line: number
  /** Its first paragraph without the box, its lines joined by spaces; empty if it does not begin with one. */
  text: string
  /** Whether its box is ticked; undefined without a box that text follows. */
  ticked?: boolean
}

/** A line outside the items of a task item that may be meant as one of them. */
export type StrayLine = {
  line: number
  text: string
  /** Whether it is a list item. */
  isItem: boolean
  /** Whether it is the first line of a fence. */
  isFence?: boolean
  /** Whether a heading stands between the task item and it, or it stands above the first one. */
  isFar: boolean
  /** By how many columns an item of the task item is indented. */
  indent: number
}

/** A list item with a box and text after it. */
export type TaskItem = ListItem & {
  ticked: boolean
  /** What it has in place of a box, if that is meant as one and is none: `[~]`. */
  sign?: string
  /** Its direct child items, in the order of their lines. */
  items: ListItem[]
  /** Only beside what is meant as a box: the lines below it, up to the next one, that may be meant as its items. */
  strays?: StrayLine[]
}

/** A list item that the next line may continue. */
export type OpenItem = {
  /** The column of its content; a line indented at least that far belongs to it. */
  content: number
  /** Present for a task item. */
  task: TaskItem | undefined
  /** Present for a task item, and for its direct child items. */
  item: ListItem | undefined
}

/** A block that the next line may continue. */
export type OpenBlock =
  | { kind: 'none' | 'comment' }
  | { kind: 'fence'; fence: string; isNew: boolean }
  | {
      kind: 'paragraph'
      /** Present if this is the item's first paragraph. */
      item: ListItem | undefined
      /** Present if it is only a box so far. */
      box?: { sign: string; line: number } | undefined
    }

/** The state of the scan between two lines. */
export type Scan = {
  found: TaskItem[]
  /** Whether what is meant as a box is found as well. */
  lenient: boolean
  /** The innermost item is last. */
  open: OpenItem[]
  /** Whether the innermost item has only its marker so far. */
  bare: boolean
  block: OpenBlock
  /** Those above the first task item. */
  above: StrayLine[]
  /** Whether a heading has come since the last task item. */
  isFar: boolean
  /** By how many columns its items are indented. */
  indent: number
}
