/* What sends a file in parts speaks of, at the server and in browsers. */

export const uploadPaths = { begin: 'api/uploads', part: 'api/uploads/{id}/part' } as const;

/** Each part but the last has so many bytes. */
export const partBytes = 512 * 1024;

/** The field of a call that takes a file, in the place of `file`: the number of the upload that has all of it. */
export const uploadField = 'upload_id';
