export async function treesOf(_root: string): Promise<{ treeAll: string } | undefined> {
  return undefined
}
