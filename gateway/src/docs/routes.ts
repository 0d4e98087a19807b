import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import type { FastifyInstance } from "fastify";

export function serveDocs(_app: FastifyInstance, _contract: Contract, _headers: Record<string, string>): void {}
