import { keepSetting } from '../local-storage.js'

const storageKey = 'card-market-theme'

/** @typedef {'system' | 'light' | 'dark'} Theme */

/** @returns {Theme} */
export const currentTheme = () => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Fires `change` when another theme is chosen: a canvas has to be drawn anew then.
 */
export const themeEvents = new EventTarget()

/** @param {Theme} theme */
export const chooseTheme = (theme) => {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    keepSetting(storageKey, null)
  } else {
    document.documentElement.dataset.theme = theme
    keepSetting(storageKey, theme)
  }
  themeEvents.dispatchEvent(new Event('change'))
}
