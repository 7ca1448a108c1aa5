/**
 * The least that a Node server can do: sends the bytes that it is given on its standard input, `{ headers, body }`, to
 * whoever asks for anything. Tells its port on its first line. Ends with its parent.
 */
import { createServer } from 'node:http';

const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const { headers, body } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound ? bound.port : 0}\n`);
});
process.on('disconnect', () => process.exit());
