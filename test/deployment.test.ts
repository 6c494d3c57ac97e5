import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#src/platform/config/config.ts';
import { healthRoutes } from '#src/server/monitoring/health.ts';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(root + name, 'utf8');

type Env = Record<string, string>;
type EnvSource = Record<'configMapRef' | 'secretRef', { name: string } | undefined>;
type Probe = { httpGet: { path: string; port: string } };
type Container = {
  image: string;
  command?: string[];
  envFrom: EnvSource[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
} & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe | undefined>;
type Labels = Record<string, string>;
type Deployment = {
  metadata: { name: string; labels: Labels };
  spec: {
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels };
      spec: {
        securityContext: { runAsUser: number };
        initContainers: Container[];
        containers: Container[];
        volumes: { name: string }[];
      };
    };
  };
};
type Service = {
  metadata: { name: string };
  spec: { selector: Labels; ports: { name: string; targetPort: string }[] };
};

/** The documents of the Kubernetes manifests, by kind. */
function readManifests() {
  const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
    resources: string[];
  };
  const documents = resources.flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}`), { merge: true }).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as { kind: string };
    }),
  );
  return new Map(documents.map((document) => [document.kind, document]));
}

const manifests = readManifests();
const deployment = manifests.get('Deployment') as unknown as Deployment;
const pod = deployment.spec.template.spec;
const service = manifests.get('Service') as unknown as Service;
const dockerfile = read('Dockerfile');
const find = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found!);
const parseEnv = (text: string): Env =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
/** The variables that the image sets. */
const IMAGE = Object.fromEntries(
  find(dockerfile, /^ENV (.+)$/gm).flatMap((line) => line.split(' ').map((one) => one.split('='))),
) as Env;

/** What an operator fills in. */
const FILLED_IN: Env = {
  SECRET: 'a secret of the test that is long enough for the product',
  SMTP_URL: 'smtps://mail.example.com',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'a password of the test',
  METRICS_TOKEN: 'a-token-of-at-least-32-characters',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** An entry of the bundle is built from the file of the same name. */
function expectEntry(command: string[]): void {
  const [, name] = /^dist\/product\/(\w+)\.js$/.exec(command.at(-1)!)!;
  expect(existsSync(`${root}scripts/main/${name}.ts`)).toBe(true);
  expect(command.slice(0, -1)).toEqual(['node']);
}

test('the product accepts the configuration of the Kubernetes manifests', () => {
  const { configMapGenerator, secretGenerator } = parse(
    read('deploy/kubernetes/kustomization.yaml'),
  ) as Record<'configMapGenerator' | 'secretGenerator', { name: string }[]>;
  for (const { envFrom } of [...pod.initContainers, ...pod.containers]) {
    expect(envFrom).toEqual([
      { configMapRef: { name: configMapGenerator[0]!.name } },
      { secretRef: { name: secretGenerator[0]!.name } },
    ]);
  }
  const settings = parseEnv(read('deploy/kubernetes/velvet-rope.env'));
  const secrets = parseEnv(read('deploy/kubernetes/secrets.env.example'));
  const filled = Object.keys(secrets).map((name) => [name, secrets[name] || FILLED_IN[name]!]);
  const config = readConfig({ ...IMAGE, ...settings, ...(Object.fromEntries(filled) as Env) });
  expect(config).toMatchObject({
    mode: 'production',
    port: 3000,
    dataDir: '/data',
    trustProxy: true,
  });
});

test('the manifests name ports, paths, volumes and commands that exist', async () => {
  const [container] = pod.containers;
  const { containerPort, name } = container!.ports![0]!;
  expect(String(containerPort)).toBe(IMAGE.PORT);
  expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual([name]);
  const routes = healthRoutes(async () => ({
    database: 'ok',
    storage: 'ok',
    migrations: 'ok',
    jobs: 'ok',
    disk: 'ok',
  }));
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
    const { path, port } = container![probe]!.httpGet;
    expect([port, (await routes.request(path)).status]).toEqual([name, 200]);
  }
  for (const { volumeMounts } of [...pod.initContainers, ...pod.containers]) {
    expect(volumeMounts.map((mount) => mount.name)).toEqual(pod.volumes.map((one) => one.name));
    expect(volumeMounts.map((mount) => mount.mountPath)).toEqual([IMAGE.DATA_DIR, '/tmp']);
  }
  for (const { command } of pod.initContainers) expectEntry(command!);
});

test('the manifests refer to each other', () => {
  const { labels } = deployment.spec.template.metadata;
  const budget = manifests.get('PodDisruptionBudget') as unknown as Deployment;
  for (const selector of [deployment.spec.selector.matchLabels, budget.spec.selector.matchLabels]) {
    expect(selector).toEqual(labels);
  }
  expect(service.spec.selector).toEqual(labels);
  expect(manifests.get('HorizontalPodAutoscaler')).toMatchObject({
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.metadata.name },
    },
  });
  expect(JSON.stringify(manifests.get('Ingress'))).toContain(
    JSON.stringify({ name: service.metadata.name, port: { name: service.spec.ports[0]!.name } }),
  );
});

type Compose = {
  services: Record<
    string,
    {
      environment?: Env;
      networks: string[];
      volumes?: string[];
      depends_on?: string[] | Record<string, unknown>;
    }
  >;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
};

test('the product accepts the configuration of the compose file, whose parts refer to each other', () => {
  const { services, networks, volumes } = parse(
    // As the operator's variables do.
    read('deploy/compose.yml').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'filled-in'),
  ) as Compose;
  for (const [name, one] of Object.entries(services)) {
    const { depends_on: needed = [], volumes: mounts = [] } = one;
    const others = Array.isArray(needed) ? needed : Object.keys(needed);
    expect(Object.keys(services), name).toEqual(expect.arrayContaining(others));
    expect(Object.keys(networks), name).toEqual(expect.arrayContaining(one.networks));
    const named = mounts
      .map((mount) => mount.split(':')[0]!)
      .filter((from) => !from.startsWith('.'));
    expect(Object.keys(volumes), name).toEqual(expect.arrayContaining(named));
  }
  const product = services.product!;
  expect(product.volumes).toEqual([`work:${IMAGE.DATA_DIR}`]);
  expect(read('deploy/Caddyfile')).toContain(`reverse_proxy product:${IMAGE.PORT}`);
  const config = readConfig({
    ...IMAGE,
    ...FILLED_IN,
    // What docs/operations.md asks for, beside the secrets.
    PUBLIC_URL: 'https://club.example.com',
    AGENCY_NAME: 'Example Agency',
    AGENCY_ADDRESS: '1 Example Street, Example City',
    AGENCY_EMAIL: 'agency@example.com',
    ...product.environment,
  });
  expect(config).toMatchObject({ mode: 'production', dataDir: '/data', trustProxy: true });
  expect(new URL(config.databaseUrl!).hostname).toBe('database');
});

test('every image has an exact version, and none is the latest', () => {
  const { services } = parse(read('deploy/compose.yml')) as {
    services: Record<string, { image: string; build?: string }>;
  };
  const { images } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
    images: { name: string; newTag: string }[];
  };
  const named = [
    ...find(dockerfile, /^ARG BASE=(.+)$/gm),
    ...Object.values(services).flatMap(({ image, build }) => (build ? [] : [image])),
    ...images.map(({ name, newTag }) => `${name}:${newTag}`),
  ];
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/.test(name))).toEqual([]);
  for (const { image } of [...pod.initContainers, ...pod.containers]) {
    expect(images.map(({ name }) => name)).toContain(image);
  }
});

type Peer = { ipBlock?: { cidr: string; except?: string[] } };
type Policy = {
  spec: {
    podSelector: { matchLabels: Labels };
    policyTypes: string[];
    egress: { to: Peer[]; ports: { port: number }[] }[];
  };
};

test('the network policy lets the product reach names, its database, and HTTPS and mail outside', () => {
  const { spec } = manifests.get('NetworkPolicy') as unknown as Policy;
  expect(spec.podSelector.matchLabels).toEqual(deployment.spec.selector.matchLabels);
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  const ports = spec.egress.map((rule) => [...new Set(rule.ports.map(({ port }) => port))]);
  expect(ports).toEqual([[53], [5432], [443, 465]]);
  const open = spec.egress.flatMap(({ to }) =>
    to.flatMap(({ ipBlock }) => (ipBlock?.cidr.endsWith('/0') ? [ipBlock] : [])),
  );
  // Neither the cluster nor the metadata of the cloud.
  expect(open.map(({ except }) => except)).toEqual([
    expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    expect.arrayContaining(['fc00::/7', 'fe80::/10']),
  ]);
});

test('the image runs what the bundle writes, as a user that the manifests name', () => {
  expect(find(dockerfile, /^CMD (.+)$/gm)).toEqual(['["/app/dist/product/serve"]']);
  expect(find(dockerfile, /^EXPOSE (.+)$/gm)).toEqual([IMAGE.PORT]);
  expect(find(dockerfile, /^USER (.+)$/gm)).toEqual(['node']);
  // The number of the user "node" in the images of Node.
  expect(pod.securityContext.runAsUser).toBe(1000);
  expect(dockerfile).not.toContain(SERVER_FLAGS[0]);
});

test('the service of systemd signals the server alone, which ends its database last', () => {
  expect(read('deploy/velvet-rope.service')).toMatch(/^KillMode=mixed$/m);
});

test('the service of systemd runs a script that exists', () => {
  const [, bootstrap, script] = find(
    read('deploy/velvet-rope.service'),
    /^ExecStart=(.+)$/gm,
  )[0]!.split(' ');
  expect([bootstrap, script].map((name) => existsSync(root + name))).toEqual([true, true]);
});
