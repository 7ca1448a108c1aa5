import { defineConfig } from 'vite';
import { deskBegins } from './bin/build/chunks.ts';
import { doorConfig } from './bin/build/door.ts';

/** The staff's desk: one document and a bundle of its own, under addresses of its own. */
export default defineConfig(
  doorConfig({ root: import.meta.dirname, folder: 'desk', base: '/desk/', documents: ['index'], begins: deskBegins }),
);
