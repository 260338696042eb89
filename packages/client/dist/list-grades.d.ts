/** What a row says of the grade of its copy. */
export interface GradeCells {
    /** The column of grades, and its head, which may name the company. */
    readonly grade: string;
    readonly gradeHead: string;
    readonly grader: string;
    /** The number of a certificate. */
    readonly certificate: string;
}
/** A grade as words that no copy of the market has, or a condition that stands in a column of grades. */
export interface Graded {
    readonly slab: string | null;
    readonly condition: string | null;
}
/** Reads what columns and other cells of a row say of a grade. */
export declare const readGrade: ({ grade, gradeHead, grader, certificate }: GradeCells, cells: readonly string[]) => Graded;
