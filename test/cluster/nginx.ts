import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../scripts/product.ts';
import type { ProxyOptions } from './certificate.ts';
import { readDeployFile, replaceAll } from './deploy-files.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

/** What a system's nginx.conf has around the file of a site. */
const surround = (folder: string, site: string) => `
daemon off;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${site};
}
`;

/** Starts nginx with the text of a site, in a folder of its own. */
async function startSite(folder: string, text: string, port: number) {
  const [site, main] = ['site.conf', 'nginx.conf'].map((name) => path.join(folder, name));
  writeFileSync(site!, text);
  writeFileSync(main!, surround(folder, site!));
  const program = findProgram('nginx')!;
  const { kill } = await startProgram(program, ['-c', main!, '-p', folder, '-e', 'stderr'], {
    port,
    ...findAccount(),
  });
  return {
    async stop() {
      await kill();
      removeFolder(folder);
    },
  };
}

/** Starts nginx before processes of the product, as deploy/nginx.conf sets it up. */
export async function startNginx(
  ports: number[],
  { httpPort, httpsPort, certificate }: ProxyOptions,
) {
  const certificates = '/etc/letsencrypt/live/club.example.com';
  const text = replaceAll(readDeployFile('nginx.conf'), [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    [`${certificates}/fullchain.pem`, certificate.certificate],
    [`${certificates}/privkey.pem`, certificate.key],
    ['server_name club.example.com', 'server_name localhost'],
    ['server 127.0.0.1:3000;', ports.map((port) => `server 127.0.0.1:${port};`).join(' ')],
  ]);
  return startSite(createFolder('nginx'), text, httpsPort);
}

/** Starts nginx with deploy/nginx-edge.conf in front of a port, without TLS. */
export async function startEdge(origin: number) {
  const port = await findFreePort();
  const folder = createFolder('nginx');
  const text = replaceAll(readDeployFile('nginx-edge.conf'), [
    ['listen [::]:443 ssl http2;', ''],
    ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
    ['/var/cache/nginx/velvet-rope', `${folder}/media`],
    ['10.0.0.2:3000', `127.0.0.1:${origin}`],
  ]).replaceAll(/^ *ssl_\w+.*$/gm, '');
  const { stop } = await startSite(folder, text, port);
  return { url: `http://127.0.0.1:${port}`, stop };
}
