import { useMutation } from "@connectrpc/connect-query";
import { type Pet, PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import Button from "@mui/material/Button";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useClientsChanged } from "../shared/use-client.ts";

export const PetActions = ({ pet, onGone }: { pet: Pet; onGone: () => void }) => {
  const canDelete = useCan("deleteClient");
  const canEdit = useCan("editClient");
  const changed = useClientsChanged();
  const { petId } = pet;
  const passed = pet.lifeStatus === PetLifeStatus.PASS_AWAY;
  const setLife = useMutation(PetService.method.setPetLifeStatus, { onSuccess: changed });
  const remove = useMutation(PetService.method.deletePet);
  const restore = useMutation(PetService.method.restorePet, { onSuccess: changed });

  const life = async () => {
    const sure =
      passed ||
      (await confirm({
        title: `${pet.petName} has passed away?`,
        body: "It stays in the history and can no longer be booked. You can undo this right after.",
        action: "Mark as passed away",
      }));
    if (sure) setLife.mutate({ petId, lifeStatus: passed ? PetLifeStatus.ALIVE : PetLifeStatus.PASS_AWAY }, { onSuccess: onGone });
  };
  const drop = async () => {
    const sure = await confirm({
      title: `Delete ${pet.petName}?`,
      body: "You can undo this right after.",
      action: "Delete pet",
      danger: true,
    });
    if (!sure) return;
    remove.mutate(
      { petId },
      {
        onSuccess: () => {
          toast.success(`${pet.petName} deleted`, { undo: () => restore.mutate({ petId }) });
          onGone();
          void changed();
        },
      },
    );
  };
  return (
    <>
      {canDelete && (
        <Button color="error" variant="text" onClick={() => void drop()}>
          Delete
        </Button>
      )}
      {canEdit && (
        <Button variant="text" onClick={() => void life()}>
          {passed ? "Mark as alive" : "Passed away"}
        </Button>
      )}
    </>
  );
};
