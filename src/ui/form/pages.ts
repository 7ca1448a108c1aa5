import type { FormSpec } from '../../protocol/form.ts';

/** The pages that have something to fill in as things stand, each with its fields; one without a title where none are declared. */
export function pagesOf(
  form: FormSpec,
  shown: readonly string[],
): readonly { readonly title?: string; readonly fields: readonly string[] }[] {
  if (form.pages === undefined) return [{ fields: shown }];
  return form.pages
    .map(({ title, fields }) => ({ title, fields: shown.filter((name) => fields.includes(name)) }))
    .filter(({ fields }) => fields.length > 0);
}

/** The first page with one of these fields; undefined where none has. */
export function pageWith(pages: readonly { readonly fields: readonly string[] }[], names: readonly string[]): number | undefined {
  const found = pages.findIndex(({ fields }) => fields.some((name) => names.includes(name)));
  return found === -1 ? undefined : found;
}
