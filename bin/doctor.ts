/**
 * `npm run doctor`: looks whether what this environment says of a portal in production is true: asks the database and every outside
 * party for something that changes nothing, and names the variable that is wrong. Ends with 1 where something is.
 */
import { readConfig } from '../src/server/start/config.ts';
import { examine } from '../src/server/start/doctor.ts';
import { runCommand, say } from './broker.ts';

await runCommand(async () => {
  const findings = await examine(readConfig(process.env), { now: () => new Date(), wall: () => new Date() });
  for (const { party, fault, off } of findings)
    say(off !== undefined ? `– ${party}: ${off}` : fault === undefined ? `✓ ${party}` : `✗ ${party}: ${fault}`);
  if (findings.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
});
