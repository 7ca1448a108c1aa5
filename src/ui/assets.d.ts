declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.css';

interface ImportMeta {
  glob<Module>(pattern: string | readonly string[], options: { import: 'default' }): Record<string, () => Promise<Module>>;
  /** Addresses of files, known at once. */
  glob(
    pattern: string,
    options: { import: 'default'; query: '?url'; eager: true; exhaustive: true },
  ): Readonly<Record<string, string | undefined>>;
}

/** The address of a file of a package, as it is served beside the rest. */
declare module '*?url' {
  const address: string;
  export default address;
}

/** The address of a script that runs beside the page, built by itself. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
