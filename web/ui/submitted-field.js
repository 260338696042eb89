/**
 * A field of the form that is being sent, which the browser is kept from sending itself.
 * @param {Event} event
 * @param {string} name
 */
export const submittedField = (event, name) => {
  event.preventDefault()
  const form = /** @type {HTMLFormElement} */ (event.currentTarget)
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
}
