import { fastify } from "fastify";

const app = fastify();
app.post("/hello", async () => ({ hello: "world" }));
await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.((app.server.address() as { port: number }).port);
