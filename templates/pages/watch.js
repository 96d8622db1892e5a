'use strict'
const { body } = document
const [shown, link, news] = ['shown', 'link', 'news'].map((id) => document.getElementById(id))
let { follow, seen } = body.dataset
let events
let hasEnded = false

function connect() {
  events?.close()
  if (hasEnded || document.hidden) return
  events = new EventSource(`${follow}&seen=${seen}`)
  events.onopen = () => tell('live', 'Live')
  events.onerror = () => tell('lost', 'Not connected: this is what it last showed')
  events.onmessage = ({ data, lastEventId }) => {
    seen = lastEventId
    const { title, html } = JSON.parse(data)
    const next = document.createElement('div')
    next.id = 'shown'
    next.innerHTML = html
    const before = saidOn(shown)
    document.title = title
    keepingFocus(() => become(shown, next))
    const changed = [...saidOn(shown)].filter(([id, text]) => before.get(id) !== text).map(([, text]) => text)
    if (changed.length > 0) news.textContent = changed.slice(0, 3).join('; ') + (changed.length > 3 ? ' …' : '')
  }
  events.addEventListener('end', () => {
    hasEnded = true
    events.close()
    tell('lost', 'spell watch has ended: this is what it last showed')
  })
}

function tell(state, text) {
  if (link.textContent === text) return
  link.className = `link ${state}`
  link.textContent = text
  if (state === 'lost') news.textContent = text
}

const saidOn = (part) => new Map([...part.querySelectorAll('[data-said]')].map((each) => [each.id, each.dataset.said]))

function keepingFocus(change) {
  const { activeElement } = document
  change()
  if (activeElement?.id && activeElement !== document.activeElement)
    document.getElementById(activeElement.id)?.focus({ preventScroll: true })
}

function become(old, next) {
  if (old.isEqualNode(next)) return
  // The reader has opened it.
  const isKept = (name) => name === 'open' && old.localName === 'details'
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !isKept(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  let at = old.firstChild
  for (const child of [...next.childNodes]) {
    const found = child.id ? [...old.children].find(({ id }) => id === child.id) : at && !at.id && at
    if (!found || found.nodeName !== child.nodeName) {
      old.insertBefore(child, at)
      continue
    }
    if (found === at) at = at.nextSibling
    else old.insertBefore(found, at)
    if (found.nodeType === Node.ELEMENT_NODE) become(found, child)
    else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue
  }
  while (at) {
    const { nextSibling } = at
    at.remove()
    at = nextSibling
  }
}

document.addEventListener('visibilitychange', connect)
addEventListener('pageshow', ({ persisted }) => persisted && connect())
connect()
