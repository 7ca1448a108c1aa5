/** The address that begins a letter to support, with what it is about for whoever reads it. */
export function letterTo(support: string, brandName: string, subject: string | undefined): string {
  const about = subject === undefined ? brandName : `${brandName}: ${subject}`;
  return `mailto:${support}?subject=${encodeURIComponent(about)}`;
}
