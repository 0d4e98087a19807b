import type { Infra } from "../infra/index.ts";
import { migrate } from "../migrate.ts";
import { template } from "./servers.ts";

/** LEASHLINE_INFRA=containers: the same three servers from Docker images, where an engine answers. */
export async function startContainers(password: string): Promise<Infra> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import("testcontainers");
  try {
    await getContainerRuntimeClient();
  } catch {
    throw new Error("LEASHLINE_INFRA=containers, but no Docker engine answers: start one, or leave the variable out to use local servers");
  }
  const [postgres, redis, nats] = await Promise.all([
    new GenericContainer("postgres:18-alpine")
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(["postgres", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=300", "-c", "timezone=UTC"])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer("redis:7-alpine")
      .withCommand(["redis-server", "--maxmemory-policy", "noeviction", "--requirepass", password])
      .withExposedPorts(6379)
      .start(),
    new GenericContainer("nats:2-alpine").withCommand(["-js", "--user", "leashline", "--pass", password]).withExposedPorts(4222).start(),
  ]);
  const at = (scheme: string, container: typeof redis, port: number) => `${scheme}${container.getHost()}:${container.getMappedPort(port)}`;
  const postgresAdminUrl = `${at(`postgres://postgres:${password}@`, postgres, 5432)}/postgres`;
  await migrate({ adminUrl: postgresAdminUrl, database: template, password });
  const stop = async () => void (await Promise.allSettled([postgres, redis, nats].map((container) => container.stop())));
  return {
    postgresAdminUrl,
    redisUrl: at(`redis://:${password}@`, redis, 6379),
    natsUrl: at(`nats://leashline:${password}@`, nats, 4222),
    running: [],
    stop,
  };
}
