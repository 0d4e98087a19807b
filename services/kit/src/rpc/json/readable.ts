import { type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";

/**
 * A handler may answer with fields that are encoded already (as unknown fields of the message), which go out as they are on the binary wire.
 * Whoever wants to read them, JSON or a caller in this process, gets them decoded.
 */
export const readable = (schema: DescMessage, message: Message): Message =>
  message.$unknown?.length ? fromBinary(schema, toBinary(schema, message)) : message;
