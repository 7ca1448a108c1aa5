// `npm run bench`, `npm run drill:crash`: what starts the whole server and so needs the browser side built.
import { become, buildWhenNeeded, installWhenNeeded, requireHostNode } from './ready.mjs';

requireHostNode();
installWhenNeeded();
buildWhenNeeded();
become('node', ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)]);
