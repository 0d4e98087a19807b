import { useMutation } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { useCallback } from "react";
import { errorCode } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";

/** Body code "Lodging type is in use" (core §8). */
const TYPE_IN_USE = 160000;

/** Deletes a type of lodging. One that is in use is no failure (growth §8): it is said, and answers that nothing was deleted. */
export const useDeleteType = () => {
  const remove = useMutation(LodgingService.method.deleteLodgingType, { meta: { quiet: true } }).mutateAsync;
  return useCallback(
    async (lodgingTypeId: string): Promise<boolean> => {
      const inUse = await remove({ lodgingTypeId }).then(
        () => false,
        (error: unknown) => {
          if (errorCode(error) === TYPE_IN_USE) return true;
          throw error;
        },
      );
      if (inUse) toast.error("Lodging type is in use. Pets stay in its rooms or are booked into them: move those stays first.");
      else toast.success("Type deleted");
      return !inUse;
    },
    [remove],
  );
};
