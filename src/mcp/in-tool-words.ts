/** What the contract says of HTTP, and the tool that an agent has instead. */
const toolOf: Readonly<Record<string, string>> = {
  'GET /v1/categories': 'card_product_lines',
  'GET /v1/identify': 'card_identify',
  'GET /v1/usage': 'card_usage',
  'GET /capabilities': 'card_capabilities',
}

/** A text of the contract or the service, in which an agent is pointed to tools where others are to paths. */
export const inToolWords = (text: string): string =>
  Object.entries(toolOf).reduce((said, [path, tool]) => said.replaceAll(path, tool), text)
