import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../scripts/product.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

/** Starts nginx with deploy/nginx-edge.conf in front of a port, without TLS. */
export async function startEdge(origin: number) {
  const port = await findFreePort();
  const folder = createFolder('nginx');
  const site = readFileSync(path.join(DEPLOY, 'nginx-edge.conf'), 'utf8')
    .replaceAll(/^ *(ssl_\w+|listen \[::\]).*$/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('/var/cache/nginx/velvet-rope', `${folder}/media`)
    .replace('10.0.0.2:3000', `127.0.0.1:${origin}`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
     http { access_log off; ${places.join(' ')}\n${site} }`,
  );
  const { kill } = await startProgram(findProgram('nginx')!, ['-e', 'stderr', '-c', file], {
    port,
    ...findAccount(),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await kill();
      removeFolder(folder);
    },
  };
}
