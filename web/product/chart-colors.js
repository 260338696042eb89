/** Dashes of the series, so that none is told by its color alone; the chosen one is drawn through. */
export const dashes = [
  [2, 3],
  [8, 4],
  [10, 4, 2, 4],
  [3, 6],
  [14, 4],
]

/** Colors of series that the theme has. */
export const seriesColors = dashes.length

/**
 * The page's present colors: a canvas knows neither variables nor themes.
 * @param {Element} element
 */
export const currentColors = (element) => {
  const probe = element.appendChild(document.createElement('span'))
  const read = (/** @type {string} */ name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const colors = {
    ink: read('--ink'),
    quiet: read('--quiet'),
    line: read('--line'),
    paper: read('--paper'),
    bar: read('--chart-bar'),
    series: dashes.map((_, index) => read(`--series-${index}`)),
  }
  probe.remove()
  return colors
}

/** @typedef {ReturnType<typeof currentColors>} Colors */
