import net from 'node:net';

/** Stands between the product and a server that it needs, and can be cut. */
export async function openCable(server: net.NetConnectOpts) {
  const open = new Set<net.Socket>();
  const cable = net.createServer((client) => {
    const target = net.connect(server);
    for (const end of [client, target]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => open.delete(end));
    }
    client.pipe(target).pipe(client);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void cable.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = cable.address() as net.AddressInfo;
  return {
    port,
    cut() {
      cable.close();
      for (const end of open) end.destroy();
    },
    repair: () => listen(port),
  };
}

export type Cable = Awaited<ReturnType<typeof openCable>>;
