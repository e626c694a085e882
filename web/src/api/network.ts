import { create } from 'zustand'

/** Whether calls get no answer at present: there is no network, or no server behind it. */
export const useNetwork = create<{ lost: boolean }>(() => ({ lost: false }))

/** Records whether a call got an answer. */
export function noteAnswer(answered: boolean) {
  if (useNetwork.getState().lost === answered) useNetwork.setState({ lost: !answered })
}
