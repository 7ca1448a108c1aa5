declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.css';

interface ImportMeta {
  glob<Module>(pattern: string | readonly string[], options: { import: 'default' }): Record<string, () => Promise<Module>>;
}
