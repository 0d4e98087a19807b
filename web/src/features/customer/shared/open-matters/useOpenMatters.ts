import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { useState } from "react";
import { clientFor } from "../../../../app/calls/transport.ts";
import { fieldErrors } from "../../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { COULD_NOT_CHECK, openLines, TOO_MANY } from "./open-words.ts";

const list = clientFor(ClientListService);

/** Asks what is open of clients before they are deleted or set inactive; whoever decides is not kept from it by a question that fails. */
export const useOpenMatters = () => {
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const openOf = async (selection: MessageInitShape<typeof ClientSelectionSchema>): Promise<string[]> => {
    setAsking(true);
    try {
      return openLines(await list.getOpenMatters({ selection }), format);
    } catch (error) {
      return ["selection" in fieldErrors(error) ? TOO_MANY : COULD_NOT_CHECK];
    } finally {
      setAsking(false);
    }
  };
  return { openOf, asking };
};
