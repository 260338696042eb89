/** Says that no answer came from an address, and why, as far as the platform tells: a browser tells nothing. */
export declare const connectionFailure: (base: string, cause: unknown) => string;
