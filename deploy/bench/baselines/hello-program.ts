import { fastify } from "fastify";
import pg from "pg";

// What any service on Fastify and Postgres loads before it has done anything; ready when its database answers.

const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 2 });
pool.on("error", () => undefined);
const app = fastify();
app.get("/readyz", async () => (await pool.query("select 1 as ok")).rows[0]);
await app.listen({ port: Number(process.env.BENCH_PORT), host: "127.0.0.1" });
process.once("SIGTERM", () => void app.close().then(() => pool.end().then(() => process.exit(0))));
