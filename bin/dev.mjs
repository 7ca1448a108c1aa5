// `npm run dev`: the server starts anew when one of its files changes; the browser side is replaced while it runs.
import { become, installWhenNeeded, requireHostNode } from './ready.mjs';

requireHostNode();
installWhenNeeded();
become('node', ['--disable-warning=ExperimentalWarning', 'bin/watch.ts', ...process.argv.slice(2)]);
