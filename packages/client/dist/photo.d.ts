/** A photo: bytes, or a Blob or File as browsers and `fs.openAsBlob` give it. */
export type Photo = Uint8Array | ArrayBuffer | Blob;
/**
 * A photo as the complete data URL that the service takes. The type is read from the bytes, so a wrongly named file
 * does no harm.
 */
export declare const photoDataUrl: (photo: Photo) => Promise<string>;
