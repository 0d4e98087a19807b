import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type WaitlistOfferSetting,
  WaitlistOfferSettingService,
} from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { answerOptions, BY_ITSELF, changeOf, cutOffOptions, type Values, valuesOf, ways } from "./offer-values.ts";

const TITLE = "Offers when time opens up";

/** Whether time that comes free is offered by staff or by itself, and on which terms. */
export const OfferSettingDrawer = ({ onClose }: { onClose: () => void }) => {
  const found = useQuery(WaitlistOfferSettingService.method.getWaitlistOfferSetting, {});
  const known = found.data?.setting;
  if (known) return <Form known={known} onSaved={() => void found.refetch()} onClose={onClose} />;
  return (
    <SideDrawer open title={TITLE} onClose={onClose}>
      <Box sx={{ p: 2.25 }}>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={240} />
        )}
      </Box>
    </SideDrawer>
  );
};

type Props = { known: WaitlistOfferSetting; onSaved: () => void; onClose: () => void };

const Form = ({ known, onSaved, onClose }: Props) => {
  const update = useMutation(WaitlistOfferSettingService.method.updateWaitlistOfferSetting, { meta: { success: "Offers saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const [way, answer, cutOff] = useWatch({ control, name: ["way", "answer", "cutOff"] });
  const onSave = async (values: Values) => {
    await update.mutateAsync(changeOf(values, known));
    onSaved();
  };
  return (
    <DrawerForm open title={TITLE} form={form} onSave={onSave} onClose={onClose} saveLabel="Save offers">
      <FormSelect control={control} name="way" label="When time or a place in a class opens up" options={ways} />
      {way === BY_ITSELF ? (
        <>
          <Typography color="textSecondary">
            The client it suits who had the fewest offers is written to first. Among those, whoever asked for this day, hour or person, and
            then whoever has waited longest. The time is kept until they answer. If they say no or do not answer, they keep their place and
            the next client is asked. What was canceled or moved is offered after a minute, so that you can undo it first, and so is a place
            in a class, to those who wait for that class.
          </Typography>
          <FormSelect
            control={control}
            name="answer"
            label="Time to answer"
            options={answerOptions(answer)}
            help="Quiet hours do not count."
          />
          <FormSelect control={control} name="cutOff" label="Answered at the latest" options={cutOffOptions(cutOff)} />
          <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: "1fr 1fr" }}>
            <FormTime control={control} name="quietFrom" label="Quiet from" />
            <FormTime control={control} name="quietTo" label="Quiet until" />
          </Box>
          <Typography color="textSecondary">
            No offer goes out in the quiet hours, by your clock. At most 16 hours; the same time twice means none.
          </Typography>
        </>
      ) : (
        <Typography color="textSecondary">
          You see who would fit on the canceled appointment, on the class and on the waitlist, and offer the time or place to whom you
          choose.
        </Typography>
      )}
    </DrawerForm>
  );
};
