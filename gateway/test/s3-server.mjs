// A server that speaks S3 and checks every signature, with one bucket "shop", as a process of its own: node s3-server.mjs <folder> [port].
import S3rver from "@20minutes/s3rver";

const [, , directory, port = "0"] = process.argv;
const server = new S3rver({ port: Number(port), address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: "shop" }] });
const address = await server.run();
// Ends with whoever started it, however that ends.
process.stdin.resume().once("end", () => process.exit());
process.stdout.write(`listens on ${address.port}\n`);
