/** One window of an account's allowance. */
export interface WindowAllowance {
    /** Requests that the plan grants in the window. */
    readonly limit: number;
    readonly remaining: number;
    /** The instant at which the whole limit is there again, as ISO 8601 in UTC. */
    readonly resetsAt: string;
}
/** Allowance of an account, as one answer states it. */
export interface Allowance {
    readonly minute: WindowAllowance;
    readonly month: WindowAllowance;
}
/** Reads the allowance headers of an answer; `null` where they are missing or not what the service writes. */
export declare const allowanceOf: (headers: Headers) => Allowance | null;
