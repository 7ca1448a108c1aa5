// `npm start`: everything that a broker in a box needs, on a machine that has Node and npm and nothing else.
import { become, buildWhenNeeded, installWhenNeeded, requireHostNode } from './ready.mjs';

requireHostNode();
installWhenNeeded();
buildWhenNeeded();
become('node', ['--disable-warning=ExperimentalWarning', 'src/server/main.ts', ...process.argv.slice(2)]);
