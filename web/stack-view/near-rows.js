/** Further than a fling goes in the two frames that it takes to draw a row in full. */
const margin = '500px 0px'

/** Rows that are drawn in full before it is known where they lie: the first screen. */
const firstRows = 16

/**
 * Which rows of a list are near what is seen. A row in full has up to two hundred nodes, and a thousand of them take seconds to draw and make each frame of scrolling late. A far one is its name
 * and its price, which are so found in the page and read out, and as high as it was when it was near, so that nothing moves. On paper all are near.
 * @param {() => void} draw at once
 * @param {() => void} schedule draws with the next frame
 */
export const createNearRows = (draw, schedule) => {
  /** @type {Map<string, boolean>} */
  const nearness = new Map()
  let isPrinting = false

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const row = /** @type {HTMLElement} */ (target)
        const id = String(row.dataset.row)
        const wasNear = nearness.get(id)
        nearness.set(id, isIntersecting)
        if (!row.isConnected) nearness.delete(id)
        else if (wasNear && !isIntersecting) row.style.setProperty('--row-height', `${boundingClientRect.height}px`)
      }
      schedule()
    },
    { rootMargin: margin },
  )

  /** @param {boolean} isBegun */
  const print = (isBegun) => {
    // A receipt is printed alone.
    if (document.querySelector('body > .receipt')) return
    isPrinting = isBegun
    draw()
  }
  addEventListener('beforeprint', () => print(true))
  addEventListener('afterprint', () => print(false))

  return {
    /** @param {string} id @param {number} index in the list */
    has: (id, index) => isPrinting || (nearness.get(id) ?? index < firstRows),
    /** A row that is about to be scrolled to. @param {string} id */
    add: (id) => nearness.set(id, true),
    /** Follows the rows that a list has now. @param {HTMLElement} list */
    follow: (list) => {
      for (const row of list.children) observer.observe(row)
    },
  }
}
