/** How the simulated account signs and seals its messages where the shop has set nothing else. */
export const simulated = {
  token: 'simulated',
  encodingAesKey: 'simulatedsimulatedsimulatedsimulatedsimulat',
  appid: 'wx00000000000000fa',
} as const
