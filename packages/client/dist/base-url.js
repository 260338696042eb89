const allowed = 'baseUrl must be the address of the service, such as http://127.0.0.1:8787 or https://cards.example.com';
/** The fault of an address, as a clause; `null` for a good one. */
const problemOf = (given) => {
    if (!/^https?:\/\//i.test(given))
        return 'it does not begin with http:// or https://';
    let url;
    try {
        url = new URL(given);
    }
    catch {
        return 'it is no address';
    }
    if (url.username !== '' || url.password !== '')
        return 'it holds a name or a password; a key is passed as key';
    return url.search !== '' || url.hash !== '' ? 'it holds more than a path behind the host' : null;
};
/**
 * The address that paths are put behind: without a slash at its end, and without the `/v1` that every path begins with,
 * or the `/mcp` that agents are given. A page may give a path of its own origin.
 * @throws TypeError that says what is wrong
 */
export const readBaseUrl = (given) => {
    if (typeof given !== 'string')
        throw new TypeError(`${allowed}; it is ${String(given)}.`);
    const base = given.trim().replace(/(?<!\/)\/+$/, '');
    const isInPage = globalThis.location !== undefined;
    const isOwnPath = isInPage && (base === '' || /^\/[^/]/.test(base));
    const problem = isOwnPath ? null : problemOf(base);
    // The part before an @ may be a password.
    if (problem !== null)
        throw new TypeError(`${allowed}; "${base.replace(/\/\/[^/]*@/, '//…@')}" is none, since ${problem}.`);
    return base.replace(/\/(v1|mcp)$/, '');
};
