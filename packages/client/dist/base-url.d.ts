/**
 * The address that paths are put behind: without a slash at its end, and without the `/v1` that every path begins with,
 * or the `/mcp` that agents are given. A page may give a path of its own origin.
 * @throws TypeError that says what is wrong
 */
export declare const readBaseUrl: (given: unknown) => string;
