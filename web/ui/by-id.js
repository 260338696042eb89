/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} type
 */
export const byId = (id, type) => {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`)
  return element
}
