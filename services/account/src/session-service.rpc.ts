import { implement } from "@leashline/kit";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { signInHandlers } from "./second-factor/sign-in.rpc.ts";
import { sessionHandlers } from "./sessions/session.rpc.ts";

/** The contract has one service for sessions; signing in asks for the second factor, which stands above them. */
export const sessionRpc = implement(SessionService, { ...signInHandlers, ...sessionHandlers });
