/** @typedef {'device' | 'tab'} KeptFor a device keeps a setting for every tab; a tab until it closes */

/** @param {KeptFor} keptFor @throws where a browser keeps nothing */
const areaOf = (keptFor) => (keptFor === 'tab' ? sessionStorage : localStorage)

/**
 * A setting that this device or tab keeps; `null` where there is none, or where the browser keeps nothing.
 * @param {string} name
 * @param {KeptFor} keptFor
 */
export const readSetting = (name, keptFor = 'device') => {
  try {
    return areaOf(keptFor).getItem(name)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string | null} value `null` forgets it
 * @param {KeptFor} keptFor
 */
export const keepSetting = (name, value, keptFor = 'device') => {
  try {
    if (value === null) areaOf(keptFor).removeItem(name)
    else areaOf(keptFor).setItem(name, value)
  } catch {
    // The setting then holds as long as the page.
  }
}
