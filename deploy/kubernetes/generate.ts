import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { portsFrom, services } from "../constellation.ts";

// Nine services are nine times the same manifest. This writes base/services/<name>.yaml; a test holds that they are what it would write.

const ports = portsFrom(8080);
const labels = (name: string) => ({ "app.kubernetes.io/name": name, "app.kubernetes.io/part-of": "leashline" });
const probe = (path: string, more: object) => ({ httpGet: { path, port: "http" }, ...more });

const workOf = (name: string): string => `${name}-work`;

function deployment(name: string, program = container(name)) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: labels(name) },
    spec: {
      // How many replicas run is the autoscaler's business.
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: { "app.kubernetes.io/name": name } },
      template: {
        metadata: { labels: labels(name) },
        spec: {
          terminationGracePeriodSeconds: 30,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: { "app.kubernetes.io/name": name } },
            },
          ],
          containers: [program],
          volumes: [{ name: "tmp", emptyDir: {} }],
        },
      },
    },
  };
}

function container(name: string) {
  return {
    name,
    image: "leashline",
    command: ["node", `dist/programs/${name}.mjs`],
    envFrom: [{ configMapRef: { name: "leashline" } }, { secretRef: { name: "leashline" } }],
    ports: [{ name: "http", containerPort: portOf(name) }],
    startupProbe: probe("/healthz", { periodSeconds: 1, failureThreshold: 60 }),
    readinessProbe: probe("/readyz", { periodSeconds: 5, failureThreshold: 2, timeoutSeconds: 3 }),
    livenessProbe: probe("/healthz", { periodSeconds: 10, failureThreshold: 3, timeoutSeconds: 3 }),
    // Time for the endpoints to forget this pod before it stops listening.
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: { requests: { cpu: "100m", memory: "192Mi" }, limits: { memory: "512Mi" } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    volumeMounts: [{ name: "tmp", mountPath: "/tmp" }],
  };
}

/** The same program in the role of its own that listeners and jobs run in. */
const worker = (name: string) => ({ ...container(name), name: workOf(name), env: [{ name: "LEASHLINE_ROLE", value: "work" }] });

const portOf = (name: string): number => (ports.services as Record<string, number>)[name] ?? ports.gateway;

function around(name: string) {
  const selector = { "app.kubernetes.io/name": name };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, labels: labels(name) },
    spec: { selector, ports: [{ name: "http", port: portOf(name), targetPort: "http" }] },
  };
  return [service, ...scaling(name)];
}

function scaling(name: string) {
  const selector = { "app.kubernetes.io/name": name };
  const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } };
  return [
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name },
      spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
    },
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name },
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name }, minReplicas: 2, maxReplicas: 10, metrics: [cpu] },
    },
  ];
}

const written = (documents: readonly object[]): string => {
  const texts = documents.map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));
  return `# Written by deploy/kubernetes/generate.ts\n${texts.join("---\n")}`;
};

/** The manifest of one service, as text. */
export const manifest = (name: string): string => written([deployment(name), ...around(name)]);

/** Of every service the processes that do its work, for those who let the others only serve. */
export const workManifest = (): string =>
  written(services.flatMap((name) => [deployment(workOf(name), worker(name)), ...scaling(workOf(name))]));

if (import.meta.main) {
  const folder = join(import.meta.dirname, "base", "services");
  mkdirSync(folder, { recursive: true });
  for (const name of services) writeFileSync(join(folder, `${name}.yaml`), manifest(name));
  writeFileSync(join(import.meta.dirname, "apart", "work.yaml"), workManifest());
  console.log(`${services.length} manifests in ${folder}, and their work in apart/work.yaml`);
}
