import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type BrandedAppConfig, BrandedAppService } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { Controller, useForm } from "react-hook-form";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { appState } from "./app-state.ts";

type Values = { appName: string; brandedAppId: string; appIconUrl: string };

const isId = (value: string) =>
  /^([A-Za-z0-9]+([.-][A-Za-z0-9]+)*)?$/.test(value) ? undefined : "Letters and digits with dots between, like com.example.app";

/** The company's own pet-parent app: its name, its icon, its id in the stores. */
const BrandedApp = () => {
  const config = useQuery(BrandedAppService.method.getBrandedAppConfig);
  const state = appState(config);
  const known = config.data?.config;
  const again = () => void config.refetch();
  return (
    <SettingsFrame title="Your own app" maxWidth={640}>
      {(state === "default" || state === "loading") && <FormSkeleton fields={3} />}
      {state === "error" && <ErrorState error={config.error} onRetry={again} />}
      {(state === "empty" || state === "fulfilled") && <Form {...(known && { known })} onSaved={again} />}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known?: BrandedAppConfig; onSaved: () => void }) => {
  const update = useMutation(BrandedAppService.method.updateBrandedAppConfig, { meta: { success: "App saved" } });
  const form = useForm<Values>({
    defaultValues: { appName: known?.appName ?? "", brandedAppId: known?.brandedAppId ?? "", appIconUrl: known?.appIconUrl ?? "" },
  });
  const { control } = form;
  const onSave = useCallback(
    async (values: Values) => {
      await update.mutateAsync(values);
      onSaved();
    },
    [update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="The app your clients install">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <Controller
            control={control}
            name="appIconUrl"
            render={({ field }) => <PictureField name={form.getValues("appName") || "App"} value={field.value} onChange={field.onChange} />}
          />
          <FormText control={control} name="appName" label="Name under the icon" help="Empty: you have no app of your own." />
          <FormText control={control} name="brandedAppId" label="App ID in the app stores" placeholder="com.example.app" check={isId} />
          <Typography color="textSecondary">Clients without your app use your storefront in the browser; both show the same.</Typography>
        </Box>
      </Section>
      <SaveBar label="Save app" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default BrandedApp;
