import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { portsFrom, services } from "../constellation.ts";
import { root } from "../migrate.ts";
import { gatewayWith } from "../test/gateway-process.ts";
import { manifest } from "./generate.ts";

interface Manifest {
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds, read by path
  spec?: any;
}

const base = join(root, "deploy", "kubernetes", "base");
const read = (file: string) => readFileSync(join(base, file), "utf8");
const kustomization: { resources: string[]; configMapGenerator: { envs: string[] }[] } = parse(read("kustomization.yaml"));
const manifests = kustomization.resources.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
const find = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name);
const programs = [...services, "gateway"];
const guide = readFileSync(join(root, "docs", "operator-guide.md"), "utf8");
const ports: Record<string, number> = { ...portsFrom(8080).services, gateway: 8080 };

test("every file that lies there is used, and every service is there", async () => {
  const files = await Array.fromAsync(glob("**/*.yaml", { cwd: base }));
  const unused = files.filter((file) => !kustomization.resources.includes(file) && !/^(kustomization|.*\.values)\.yaml$/.test(file));
  expect(unused).toEqual([]);
  for (const name of services) expect(kustomization.resources).toContain(`services/${name}.yaml`);
});

test.each(services)("%s is what deploy/kubernetes/generate.ts writes", (name) => {
  expect(read(`services/${name}.yaml`), "run: node deploy/kubernetes/generate.ts").toBe(manifest(name));
});

test.each(programs)("%s has probes, limits, a budget, an autoscaler and a service on its port", (name) => {
  const deployment = find("Deployment", name);
  const [container] = deployment?.spec.template.spec.containers ?? [];
  expect(container.livenessProbe.httpGet.path).toBe("/healthz");
  expect(container.readinessProbe.httpGet.path).toBe("/readyz");
  expect(container.startupProbe.httpGet.path).toBe("/healthz");
  expect(container.ports).toEqual([{ name: "http", containerPort: ports[name] }]);
  expect(container.command).toEqual(["node", `dist/programs/${name}.mjs`]);
  expect(container.resources.limits.memory).toBeDefined();
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  expect(deployment?.spec.selector.matchLabels).toMatchObject({ "app.kubernetes.io/name": name });
  expect(find("PodDisruptionBudget", name)?.spec.selector.matchLabels).toEqual({ "app.kubernetes.io/name": name });
  expect(find("HorizontalPodAutoscaler", name)?.spec).toMatchObject({ scaleTargetRef: { name }, minReplicas: 2 });
  expect(find("Service", name)?.spec.selector).toEqual({ "app.kubernetes.io/name": name });
});

test("the grace period is longer than the wait before stopping", () => {
  for (const name of programs) {
    const pod = find("Deployment", name)?.spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pod.containers[0].lifecycle.preStop.sleep.seconds + 15);
  }
});

test("every setting used here is one the operator guide explains", () => {
  const text = [
    ...kustomization.resources.map(read),
    ...kustomization.configMapGenerator.flatMap(({ envs }) => envs.map(read)),
    read("secret.example.env"),
  ].join("\n");
  const names = new Set([...text.matchAll(/LEASHLINE_[A-Z0-9_]+/g)].map(([name]) => name));
  expect([...names].filter((name) => !guide.includes(explained(name)))).toEqual([]);
});

test("every service has an address that agrees with its port", () => {
  const settings = read("settings.env");
  for (const name of services) {
    expect(settings).toContain(`LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL=http://${name}:${ports[name]}\n`);
  }
});

test("the gateway answers its probes, which come to the pod's own address", async () => {
  const settings = Object.fromEntries(
    read("settings.env")
      .trim()
      .split("\n")
      .map((line) => line.split(/=(.*)/, 2) as [string, string]),
  );
  const gateway = await gatewayWith(settings);
  const { livenessProbe, readinessProbe } = find("Deployment", "gateway")?.spec.template.spec.containers[0] ?? {};
  const pod = `10.42.0.7:${ports.gateway}`;
  expect(await gateway.ask(pod, livenessProbe.httpGet.path)).toBe(200);
  // The services are not there in this test; it is asked and answers, which is the point.
  expect([200, 503]).toContain(await gateway.ask(pod, readinessProbe.httpGet.path));
  expect([await gateway.ask(pod, "/"), await gateway.ask("leashline.example.test", "/healthz")]).toEqual([421, 200]);
  await gateway.stop();
});

/** The addresses of the nine services are explained once for all. */
function explained(name: string): string {
  return services.some((service) => name === `LEASHLINE_${service.replaceAll("-", "_").toUpperCase()}_URL`)
    ? "LEASHLINE_<SERVICE>_URL"
    : name;
}
