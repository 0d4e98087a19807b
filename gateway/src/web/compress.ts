// Compresses the built web client at the highest quality. A program of its own: it takes memory and seconds that the gateway should not.
//   node compress.ts <folder of the build> <folder of the results>
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { digestOf, filesIn, isCompressible } from "./build-files.ts";

export function compressAll(build: string, results: string): void {
  mkdirSync(results, { recursive: true });
  for (const path of filesIn(build)) {
    const plain = readFileSync(join(build, path));
    if (!isCompressible(path, plain.length)) continue;
    const target = join(results, digestOf(plain));
    if (existsSync(`${target}.gz`) && existsSync(`${target}.br`)) continue;
    const sized = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    write(`${target}.br`, brotliCompressSync(plain, { params: sized }));
    write(`${target}.gz`, gzipSync(plain, { level: 9 }));
  }
}

function write(file: string, content: Buffer): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, content);
  renameSync(half, file);
}

if (import.meta.main) {
  setPriority(19);
  compressAll(process.argv[2] as string, process.argv[3] as string);
}
