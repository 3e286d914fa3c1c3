/** The sentences around the open wallet: keeping it, showing its phrase, forgetting it. */
export const esWallet = {
  keep: {
    notice: 'Esta billetera es solo para esta visita. Guárdala para volver a entrar con tu PIN y tu contraseña.',
    open: 'Guardar en este dispositivo',
    title: 'Guardar en este dispositivo',
    body: 'Elige un PIN y una contraseña. Con ellos abrirás tu billetera aquí la próxima vez.',
    submit: 'Guardar',
    done: 'Tu billetera quedó guardada en este dispositivo.',
    already: 'Esta misma billetera ya estaba guardada en este dispositivo: no hubo que reemplazar nada.',
  },

  /** 'Bloquear' on a wallet of this visit. */
  close: {
    title: '¿Cerrar esta billetera?',
    body: 'Es solo para esta visita. Si la cierras sin guardarla, solo podrás volver a ella con tu frase semilla.',
    submit: 'Cerrar sin guardar',
    leave: 'Seguir en el panel',
  },

  dashboard: {
    title: 'Panel',
    opening: 'Abriendo…',
    lock: 'Bloquear',
    menu: 'Más opciones',
    contacts: 'Contactos',
    settings: 'Ajustes',
  },

  navigation: {
    title: 'Secciones',
    home: 'Inicio',
    market: 'Mercado',
    publish: 'Publicar',
    loans: 'Mis préstamos',
    waitingOffers: (count: number) => (count === 1 ? '1 oferta' : `${count} ofertas`),
    waitingRequests: (count: number) => (count === 1 ? '1 solicitud' : `${count} solicitudes`),
    waitingForYou: (parts: readonly string[]) => `${parts.join(' y ')} para ti`,
    waitingPayments: (count: number) => `${count} por pagar pronto`,
  },

  firstSteps: {
    title: (count: number) => (count === 1 ? 'Un paso más' : `${count === 3 ? 'Tres' : 'Cuatro'} pasos para empezar`),
    dismiss: 'Quitar estos pasos',
    done: 'Listo',
    money: { title: 'Dinero de prueba', hint: 'ETH y dólares, gratis', action: 'Obtener' },
    lend: { title: 'Presta o pide', hint: 'A alguien que conoces', action: 'Empezar' },
    pin: { title: 'Comprueba tu PIN', hint: 'Para no quedarte fuera', action: 'Probar' },
    share: { title: 'Tu dirección', hint: 'Para que te encuentren', action: 'Compartir' },
  },
} as const
