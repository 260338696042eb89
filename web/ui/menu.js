/** Closes the menu that a control is in, which has the focus then. @param {Event} event */
export const closeMenu = ({ currentTarget }) => {
  const menu = currentTarget instanceof Element ? currentTarget.closest('details') : null
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
}

/** @param {KeyboardEvent} event */
export const closeMenuByEscape = (event) => {
  if (event.key === 'Escape') closeMenu(event)
}
